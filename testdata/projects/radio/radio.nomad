job "radio" {
  group "queue" {
    task "worker" {
      driver = "docker"

      config {
        image   = "registry.example.org/radio:stable"
        command = "php"
        args    = ["artisan", "queue:work", "redis", "--tries=3", "--max-time=3600"]
      }

      env {
        APP_ENV = "production"
      }
    }
  }
}

resource "aws_ecs_task_definition" "worker" {
  family                   = "harbour-worker"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = 512
  memory                   = 1024

  container_definitions = jsonencode([
    {
      name        = "worker"
      image       = "registry.example.org/harbour:stable"
      command     = ["php", "artisan", "queue:work", "redis", "--tries=3", "--max-time=3600"]
      stopTimeout = 120
    }
  ])
}

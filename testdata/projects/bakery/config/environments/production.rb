Rails.application.configure do
  config.enable_reloading = false
  # The order of the day goes to forty ovens, one after another.
  config.solid_queue.shutdown_timeout = 90.seconds
end

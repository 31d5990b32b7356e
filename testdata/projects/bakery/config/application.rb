require_relative "boot"
require "rails/all"

module Bakery
  class Application < Rails::Application
    config.load_defaults 8.1
    config.active_job.queue_adapter = :solid_queue
  end
end

module.exports = {
  apps: [
    {
      name: 'gallery-worker',
      script: 'artisan',
      interpreter: 'php',
      args: 'queue:work redis --tries=3 --max-time=3600',
      instances: 2,
    },
  ],
}

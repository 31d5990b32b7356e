INSTALLED_APPS = ["museum.scans"]

# A scan of a large painting takes ten minutes; nothing may take more than twenty.
CELERY_TASK_TIME_LIMIT = 20 * 60
CELERY_TASK_ACKS_LATE = True

from celery import shared_task


@shared_task(autoretry_for=(ConnectionError,), max_retries=3, retry_backoff=True)
def stitch(scan):
    """Joins the parts of a scan."""

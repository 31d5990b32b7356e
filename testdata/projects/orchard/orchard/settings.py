INSTALLED_APPS = ["django_q", "orchard.harvest"]

# A harvest of the whole valley takes ten minutes.
Q_CLUSTER = {
    "name": "orchard",
    "workers": 4,
    "timeout": 600,
    "retry": 300,
    "orm": "default",
}

import type { Job } from 'bullmq';

export async function printPoster(job: Job): Promise<void> {
  await fetch(`http://press.internal/print/${job.data.poster}`, { method: 'POST' });
}

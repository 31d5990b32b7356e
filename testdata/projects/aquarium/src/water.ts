import type { Job } from 'bullmq';

export async function changeWater(job: Job<{ tank: string; litres: number }>): Promise<void> {
  for (let done = 0; done < job.data.litres; done += 100) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await job.updateProgress(done);
  }
}

import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { printPoster } from './press.js';

const connection = new Redis(process.env.REDIS_URL ?? 'redis://redis', { maxRetriesPerRequest: null });
const worker = new Worker('posters', printPoster, { connection, concurrency: 2 });

// Wait for the posters that are on the press.
process.on('SIGTERM', async () => {
  await worker.close();
  process.exit(0);
});

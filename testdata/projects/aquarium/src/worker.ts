import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { changeWater } from './water.js';

const connection = new Redis({ maxRetriesPerRequest: null });

// A change of water takes up to an hour for each tank.
const worker = new Worker('water', changeWater, {
  connection,
  concurrency: 2,
  lockDuration: 20_000,
  lockRenewTime: 60_000,
});

process.on('SIGTERM', async () => {
  await worker.close();
  process.exit(0);
});

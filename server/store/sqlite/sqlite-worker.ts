import { parentPort, workerData } from 'node:worker_threads';
import { serveStore } from './serve-store.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
serveStore(parentPort, workerData);

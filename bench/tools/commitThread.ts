import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';

// A thread that only commits each message durably and answers: no edit can be faster.
const db = new Database(z.string().parse(workerData));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE IF NOT EXISTS t(x TEXT)');
const insert = db.prepare('INSERT INTO t(x) VALUES (?)');
parentPort?.on('message', (text: unknown) => {
  insert.run(text);
  parentPort?.postMessage(text, []);
});

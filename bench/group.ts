import { z } from 'zod';
import { delayGroup, pullGroup } from './groups/pull.ts';
import { fileGroup } from './groups/files.ts';
import { learnedGroup } from './groups/learned.ts';
import { listGroup } from './groups/lists.ts';
import { peerGroup } from './groups/pouch.ts';
import { problemGroup } from './groups/problems.ts';
import { pushGroup } from './groups/push.ts';
import { roomGroup } from './groups/room.ts';
import { wholeGroup } from './groups/whole.ts';
import { windowGroup } from './groups/window.ts';
import { wireGroup } from './groups/wire.ts';
import { startService } from './service/start.ts';
import type { BenchService } from './service/start.ts';
import type { Values } from './tools/measure.ts';
import { withFolder } from './tools/profile.ts';

// Runs one group in its own process. Groups then share neither memory nor garbage collection.

type Group = (service: BenchService, folder: string) => Promise<Values>;

const GROUPS: Readonly<Record<string, Group>> = {
  pull: pullGroup,
  delay: delayGroup,
  room: roomGroup,
  whole: wholeGroup,
  lists: listGroup,
  problems: problemGroup,
  learned: learnedGroup,
  push: pushGroup,
  files: fileGroup,
  wire: wireGroup,
  peers: peerGroup,
  window: windowGroup,
};

const [name = '', records = ''] = process.argv.slice(2);
const group = GROUPS[name];
if (group === undefined) throw new Error(`no group ${name}: ${Object.keys(GROUPS).join(', ')}`);
const service = await startService(z.coerce.number().int().min(200).parse(records));
try {
  const values = await withFolder((folder) => group(service, folder));
  process.stdout.write(`${JSON.stringify(values)}\n`);
} finally {
  service.close();
}
// Kept-alive connections would keep the process running.
process.exit();

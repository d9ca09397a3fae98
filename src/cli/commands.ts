import type { Command } from './command.ts';
import { addProductCommand } from './commands/addProduct.ts';
import { addCommand, editCommand, removeCommand } from './commands/change.ts';
import { backupsCommand, restoreCommand } from './commands/backups.ts';
import { bulkCommand } from './commands/bulk.ts';
import { dataCommand } from './commands/data.ts';
import { demoCommand } from './commands/demo.ts';
import { diagnosticsCommand } from './commands/diagnostics.ts';
import { exportCommand } from './commands/export.ts';
import { getCommand } from './commands/get.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { inspectCommand } from './commands/inspect.ts';
import { knowledgeCommand } from './commands/knowledge.ts';
import { listCommand } from './commands/list.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { actionCommands, resolveCommand } from './commands/operations.ts';
import { outboxCommand } from './commands/outbox.ts';
import { policyCommand } from './commands/policy.ts';
import { problemsCommand } from './commands/problems.ts';
import { profileCommand, profilesCommand } from './commands/profiles.ts';
import { certificateCommand } from './commands/certificate.ts';
import { proxyCommand } from './commands/proxy.ts';
import { pullCommand } from './commands/pull.ts';
import { pushCommand } from './commands/push.ts';
import { queueCommand } from './commands/queue.ts';
import { reviewCommand } from './commands/review.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import { serviceCommand } from './commands/service.ts';
import { settingsCommand } from './commands/settings.ts';
import { statusCommand } from './commands/status.ts';
import { syncCommand } from './commands/sync.ts';
import { trashCommand } from './commands/trash.ts';
import { changesCommand } from './commands/changes.ts';
import { undoCommand } from './commands/undo.ts';

/** Every command of the terminal, in the order of the help. */
export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  statusCommand,
  pullCommand,
  listCommand,
  getCommand,
  addCommand,
  editCommand,
  removeCommand,
  addProductCommand,
  importCommand,
  inspectCommand,
  exportCommand,
  bulkCommand,
  undoCommand,
  queueCommand,
  outboxCommand,
  pushCommand,
  syncCommand,
  ...actionCommands,
  resolveCommand,
  historyCommand,
  changesCommand,
  problemsCommand,
  schemaCommand,
  knowledgeCommand,
  reviewCommand,
  trashCommand,
  settingsCommand,
  proxyCommand,
  certificateCommand,
  profilesCommand,
  profileCommand,
  backupsCommand,
  restoreCommand,
  dataCommand,
  policyCommand,
  diagnosticsCommand,
  serveCommand,
  demoCommand,
  serviceCommand,
];

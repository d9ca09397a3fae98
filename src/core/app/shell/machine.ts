import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

let known: string | null = null;

/**
 * Returns an identifier of this user on this computer.
 *
 * It is no secret. A secret bound to it cannot be decrypted elsewhere. Where a system has no
 * computer id, as in some containers, only the user counts.
 */
export function machineAndUser(): string {
  return (known ??= JSON.stringify([machineId(), userId()]));
}

function userId(): string {
  return String(process.getuid?.() ?? os.userInfo().username);
}

function machineId(): string {
  try {
    if (process.platform === 'win32') return found(/MachineGuid\s+REG_SZ\s+(\S+)/, windowsGuid());
    if (process.platform === 'darwin') return found(/"IOPlatformUUID" = "([^"]+)"/, macUuid());
    return linuxId();
  } catch {
    return '';
  }
}

function found(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1] ?? '';
}

function windowsGuid(): string {
  const reg = path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
  return told(reg, ['query', key, '/v', 'MachineGuid', '/reg:64']);
}

function macUuid(): string {
  return told('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
}

function told(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5000,
    windowsHide: true,
  });
}

function linuxId(): string {
  const file = ['/etc/machine-id', '/var/lib/dbus/machine-id'].find((each) => fs.existsSync(each));
  return file === undefined ? '' : fs.readFileSync(file, 'utf8').trim();
}

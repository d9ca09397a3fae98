import { constants } from 'node:fs';
import os from 'node:os';
import type { Disk } from '../../../platform/disk.ts';
import { codeOf } from './reduce.ts';

/** Returns the system, its language and its time zone. */
export function systemState(): object {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    platform: process.platform,
    arch: process.arch,
    release: os.release(),
    edition: os.version(),
    locale,
    timeZone,
  };
}

/** File system types by their numbers on Linux and macOS, including network drives. */
const KINDS: Readonly<Record<number, string>> = {
  0xef53: 'ext',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x2fc12fc1: 'zfs',
  0x01021994: 'tmpfs',
  0x794c7630: 'overlay',
  0x65735546: 'fuse',
  0x4d44: 'fat',
  0x2011bab0: 'exfat',
  0x5346544e: 'ntfs',
  0x7366746e: 'ntfs3',
  0x1a: 'apfs',
  0x6969: 'nfs',
  0xff534d42: 'cifs',
  0xfe534d42: 'smb',
};

/** Returns the file system and the permissions of the data folder. */
export function diskState({ disk, dataDir }: { readonly disk: Disk; readonly dataDir: string }) {
  try {
    const { bavail, bsize, type } = disk.files.statfsSync(dataDir);
    const { mode, uid } = disk.files.statSync(dataDir);
    return {
      freeDiskMb: Math.round((bavail * bsize) / 2 ** 20),
      fileSystem: KINDS[type] ?? `0x${type.toString(16)}`,
      permissions: {
        mode: (mode & 0o777).toString(8),
        ownedByThisUser: process.getuid === undefined ? null : process.getuid() === uid,
        writable: isWritable(disk, dataDir),
      },
    };
  } catch (error) {
    return { freeDiskMb: null, fileSystem: codeOf(error), permissions: null };
  }
}

function isWritable({ files }: Disk, folder: string): boolean {
  try {
    files.accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

import fs from 'node:fs';
import { compileFunction } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '#test/support/built.ts';

type Listener = (event: unknown, message: unknown) => void;

const required: string[] = [];
const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
const sent: unknown[][] = [];
const listeners: [string, Listener][] = [];

// The only modules that a sandboxed preload has.
const electron = {
  contextBridge: {
    exposeInMainWorld: (name: string, value: (typeof exposed)[string]) => {
      exposed[name] = value;
    },
  },
  ipcRenderer: {
    send: (...args: unknown[]) => void sent.push(args),
    on: (channel: string, listener: Listener) => void listeners.push([channel, listener]),
  },
  webUtils: {
    getPathForFile: ({ name }: { name: string }) => (name === '' ? '' : `/files/${name}`),
  },
};

beforeAll(() => {
  const code = fs.readFileSync(built('preload/index.cjs'), 'utf8');
  const load = compileFunction(code, ['require', 'module', 'exports']);
  const require = (name: string) => {
    required.push(name);
    if (name !== 'electron') throw new Error(`a sandboxed preload has no ${name}`);
    return electron;
  };
  load(require, { exports: {} }, {});
}, 60_000);

describe('the preload', () => {
  it('needs electron alone', () => {
    expect(required).toEqual(['electron']);
  });

  it('gives the page one object with three functions', () => {
    expect(Object.keys(exposed)).toEqual(['cabinet']);
    expect(Object.keys(exposed['cabinet'] ?? {}).sort()).toEqual(['onMessage', 'pathOf', 'send']);
  });

  it('E10: speaks on one channel, and keeps the event to itself', () => {
    const heard: unknown[][] = [];
    exposed['cabinet']?.['send']?.({ type: 'call' }, 'more', 'arguments');
    exposed['cabinet']?.['onMessage']?.((...args: unknown[]) => heard.push(args));
    const [channel, listener] = listeners[0] ?? [];
    listener?.({ sender: 'ipcRenderer' }, { type: 'event' });
    expect(sent).toEqual([['cabinet:rpc', { type: 'call' }]]);
    expect(channel).toBe('cabinet:rpc');
    expect(heard).toEqual([[{ type: 'event' }]]);
  });

  it('E14: tells where a dropped file lies', () => {
    sent.length = 0;
    expect(exposed['cabinet']?.['pathOf']?.({ name: 'a.obj' })).toBe('/files/a.obj');
    expect(sent).toEqual([['cabinet:given', '/files/a.obj']]);
  });

  it('tells the shell nothing of a file that a page made itself', () => {
    sent.length = 0;
    expect(exposed['cabinet']?.['pathOf']?.({ name: '' })).toBe('');
    expect(sent).toEqual([]);
  });
});

import { EventEmitter } from 'node:events';
import http from 'node:http';
import type Electron from 'electron';
import { control, onlyBeforeReady, onlyWhenReady } from './control.ts';
import { record, strict } from './strict.ts';

type Handler = (request: Request) => Promise<Response>;

/** Values that the program gave to Electron; a test uses them as Electron would. */
export const handed = {
  scheme: '',
  pages: null as Handler | null,
  permissions: {} as Record<string, (...args: unknown[]) => unknown>,
  menu: [] as Electron.MenuItemConstructorOptions[],
  notices: [] as EventEmitter[],
  /** Emits the session's events, such as the start of a download. */
  session: new EventEmitter(),
};

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    onlyBeforeReady('registerSchemesAsPrivileged');
    record('protocol.registerSchemesAsPrivileged', schemes);
  },
  handle: (scheme: string, handler: Handler) => {
    onlyWhenReady('protocol.handle');
    record('protocol.handle', scheme);
    handed.scheme = scheme;
    handed.pages = handler;
  },
});

export const session = strict('session', {
  fromPartition: (name: string, options: Electron.FromPartitionOptions) => ({ name, options }),
  get defaultSession() {
    onlyWhenReady('session.defaultSession');
    return strict('defaultSession', {
      on: (event: string, listener: (...args: unknown[]) => void) =>
        handed.session.on(event, listener),
      setPermissionRequestHandler: (handler: () => void) => keep('request', handler),
      setPermissionCheckHandler: (handler: () => boolean) => keep('check', handler),
      setDevicePermissionHandler: (handler: () => boolean) => keep('device', handler),
      resolveProxy: (url: string) => {
        record('session.resolveProxy', url);
        return Promise.resolve(control.proxies);
      },
      setSpellCheckerEnabled: (enabled: boolean) =>
        record('session.setSpellCheckerEnabled', enabled),
    });
  },
});

function keep(name: string, handler: (...args: never[]) => unknown): void {
  record(`session.permission.${name}`);
  handed.permissions[name] = handler as (...args: unknown[]) => unknown;
}

/** Encrypts so that a search of a file for the plain text finds nothing. */
export const safeStorage = strict('safeStorage', {
  // As Electron does: true as soon as it is ready, even when only the public password is available.
  isAsyncEncryptionAvailable: () => Promise.resolve(control.ready),
  getSelectedStorageBackend: () => (control.ready ? control.backend : 'unknown'),
  encryptStringAsync: async (text: string) => {
    record('safeStorage.encryptStringAsync', text);
    await control.resealing;
    return sealed(text);
  },
  decryptStringAsync: (sealed: Buffer) => {
    if (!control.opens) return Promise.reject(new Error('another keyring'));
    const result = flip(sealed.subarray(control.seal.length)).toString('utf8');
    return Promise.resolve({ result, shouldReEncrypt: control.resealing !== null });
  },
} satisfies Pick<
  Electron.SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'getSelectedStorageBackend'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
>);

/** Returns the encrypted bytes of a text. */
export function sealed(text: string): Buffer {
  return Buffer.concat([Buffer.from(control.seal), flip(Buffer.from(text))]);
}

function flip(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((each) => each ^ 0xa5));
}

export const dialog = strict('dialog', {
  showOpenDialog: (...args: unknown[]) => {
    record('dialog.showOpenDialog', args.at(-1));
    return Promise.resolve({ canceled: control.picked.length === 0, filePaths: control.picked });
  },
  showSaveDialog: (...args: unknown[]) => {
    record('dialog.showSaveDialog', args.at(-1));
    return Promise.resolve({ canceled: control.target === '', filePath: control.target });
  },
  showErrorBox: (title: string, content: string) => record('dialog.showErrorBox', title, content),
  // Unlike an error box it does not block. The signal closes it as if the user cancelled.
  showMessageBox: (...args: unknown[]) => {
    const options = args.at(-1) as Electron.MessageBoxOptions;
    record('dialog.showMessageBox', options.title, options.message, args.length > 1);
    const { pressed } = control;
    const { signal, cancelId = 0 } = options;
    return new Promise<Electron.MessageBoxReturnValue>((resolve) => {
      const press = (response: number) => resolve({ response, checkboxChecked: false });
      if (pressed !== null) press(pressed);
      signal?.addEventListener('abort', () => press(cancelId));
    });
  },
});

/** A menu is its template; it can be shown at the pointer. */
function menuOf(template: Electron.MenuItemConstructorOptions[]) {
  const popup = (options: Electron.PopupOptions) => record('menu.popup', template, options);
  return Object.assign([...template], { popup });
}

export const Menu = strict('Menu', {
  buildFromTemplate: menuOf,
  setApplicationMenu: (template: Electron.MenuItemConstructorOptions[]) => {
    onlyWhenReady('Menu');
    handed.menu = template;
  },
});

export const shell = strict('shell', {
  openExternal: (url: string) => {
    record('shell.openExternal', url);
    return Promise.resolve();
  },
} satisfies Pick<Electron.Shell, 'openExternal'>);

export const crashReporter = strict('crashReporter', {
  start: (options: Electron.CrashReporterStartOptions) => record('crashReporter.start', options),
} satisfies Pick<Electron.CrashReporter, 'start'>);

export const screen = strict('screen', {
  getPrimaryDisplay: () => ({ workArea: control.screen }),
  getAllDisplays: () => [{ workArea: control.screen }],
});

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false } satisfies Pick<
  Electron.NativeTheme,
  'shouldUseDarkColors'
>);

/** Electron's network takes the options of Node's, and a session. */
export const net = strict('net', {
  request: ({ session: _session, ...options }: http.RequestOptions & { session?: unknown }) =>
    http.request(options),
});

export const power = new EventEmitter();
export const powerMonitor = strict('powerMonitor', power);
export const ipcMain = strict('ipcMain', new EventEmitter());

/** A notification; a test clicks it. */
class Notice extends EventEmitter {
  static readonly isSupported = () => control.notifies;
  readonly options;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    onlyWhenReady('Notification');
    this.options = options;
  }

  show(): void {
    record('notification.show', this.options);
    handed.notices.push(this);
  }

  close(): void {
    record('notification.close', this.options.title);
  }
}
// Electron has this class under its own name only.
export { Notice as Notification };

export const nativeImage = strict('nativeImage', {
  createFromDataURL: (url: string) => ({ url }),
  createFromPath: (file: string) => ({ file }),
});

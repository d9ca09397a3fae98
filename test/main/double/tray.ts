import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { onlyWhenReady } from './control.ts';
import { record, strict } from './strict.ts';

/** The icons in the notification area, the newest last. */
export const trays: (EventEmitter & { menu: Electron.MenuItemConstructorOptions[] })[] = [];

type Modelled = Pick<Electron.Tray, 'destroy' | 'setToolTip'>;

class Icon extends EventEmitter implements Modelled {
  menu: Electron.MenuItemConstructorOptions[] = [];

  constructor(image: string) {
    super();
    onlyWhenReady('Tray');
    record('tray', image);
    trays.push(this);
    return strict('tray', this);
  }

  setToolTip(text: string): void {
    record('tray.setToolTip', text);
  }

  setContextMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.menu = menu;
  }

  destroy(): void {
    record('tray.destroy');
  }
}
// Electron has this class under its own name only.
export { Icon as Tray };

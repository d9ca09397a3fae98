/**
 * Returns the file that starts Cabinet again.
 *
 * An AppImage's mount disappears with it, so the image file is started. Another program may have
 * set APPIMAGE.
 */
export function programFile(): string {
  const { APPIMAGE: image, APPDIR: mounted } = process.env;
  const isImage = mounted !== undefined && process.execPath.startsWith(mounted);
  return isImage && image !== undefined ? image : process.execPath;
}

/** Asks for files with the browser's own dialog, which Electron shows as the system's; empty when left. */
export function pickFiles(extensions: readonly string[] | null): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = extensions?.join(',') ?? '';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

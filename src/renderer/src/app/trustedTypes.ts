interface Policies {
  readonly createPolicy: (
    name: 'default',
    rules: {
      readonly createHTML: (text: string) => string | null;
      readonly createScriptURL: (address: string) => string | null;
    },
  ) => unknown;
}

/**
 * The policy of the page lets no text become markup or a script. What stays allowed is text without a
 * tag, as the style rules of the widgets, and a worker from beside the page.
 */
export function keepTextText(): void {
  const { trustedTypes }: { readonly trustedTypes?: Policies } = globalThis as object;
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (/[<&]/.test(text) ? null : text),
    createScriptURL: (address) => (isBeside(address) ? address : null),
  });
}

function isBeside(address: string): boolean {
  const url = URL.parse(address, location.href);
  return url?.protocol === location.protocol && url.host === location.host;
}

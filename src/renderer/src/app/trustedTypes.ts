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
 * Installs a Trusted Types policy that keeps text from becoming markup or script.
 *
 * It still allows text without tags, such as the widgets' style rules, and workers of the page's
 * own origin.
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

/*
 * Stands in for msw and msw/node in the samples, with the names of them that a sandbox behind MSW needs: the package and
 * what it brings along are 54 packages. Only `fetch` is intercepted.
 */
type Resolver = (info: { readonly request: Request }) => Promise<Response>;

interface Handler {
  readonly start: string;
  readonly resolver: Resolver;
}

export const http = {
  all: (path: `${string}/*`, resolver: Resolver): Handler => ({ start: path.slice(0, -1), resolver }),
};

export function setupServer(...handlers: Handler[]) {
  const { fetch } = globalThis;
  return {
    listen(_options?: { readonly onUnhandledRequest: 'error' }): void {
      globalThis.fetch = (input, init) => {
        const request = new Request(input, init);
        const handler = handlers.find(({ start }) => request.url.startsWith(start));
        return handler === undefined ? Promise.reject(new Error('unhandled')) : handler.resolver({ request });
      };
    },
    close(): void {
      globalThis.fetch = fetch;
    },
  };
}

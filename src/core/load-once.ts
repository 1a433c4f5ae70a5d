/**
 * Loads something when it is first asked for, and keeps it: a dynamic import looks its module up each time, which costs many
 * times a call. A load that failed is tried again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

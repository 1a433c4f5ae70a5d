import { useEffect, useState } from 'preact/hooks';

/** A value as it was when it last stood still for the given time; undefined before that. */
export function useLater<T>(value: T, stillMs: number): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => {
    const timer = setTimeout(() => setLater(() => value), stillMs);
    return () => clearTimeout(timer);
  }, [value, stillMs]);
  return later;
}

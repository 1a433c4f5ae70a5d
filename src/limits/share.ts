const LEAST = 1 / 8;
/** From nothing to all of the limits; from a half, it takes half as long. */
const RECOVERY_MS = 600_000;

/** The part of the limits that is used: half as much after each complaint of the service, and slowly more again. */
export function createShare() {
  let share = 1;
  let sinceMs = 0;
  const at = (nowMs: number): number => (share === 1 ? 1 : Math.min(1, share + (nowMs - sinceMs) / RECOVERY_MS));
  return {
    at,
    halve(nowMs: number): void {
      share = Math.max(at(nowMs) / 2, LEAST);
      sinceMs = nowMs;
    },
  };
}

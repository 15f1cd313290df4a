import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Starts to measure; answers, in milliseconds, the delay since the last reading. */
export function watchEventLoopDelay(): () => { p50: number; p99: number } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    const reading = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 };
    delay.reset();
    return reading;
  };
}

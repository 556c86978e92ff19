import type { TrafficProfile } from './profiles.ts';

const AZURE = 'Azure/AzurePublicDataset, AzureLLMInferenceTrace (CC-BY)';
const SERVEGEN = 'alibaba/ServeGen f891d11, arXiv 2505.09999';
const READ = '2026-11-20';

/** The arrival process for each `traffic_profile`. Rates are requests a second. */
export const TRAFFIC_PROFILES: readonly TrafficProfile[] = [
  {
    word: 'steady',
    process: 'Poisson',
    loop: 'open',
    parameters: { rate_rps: { meaning: 'rate', default: null } },
    formula: 'gaps exponential, mean 1/rate, CV 1',
    evidence: 'conversation: 5.53 rps, CV 1.09, peak second 2.89 times the mean',
    source: AZURE,
    as_of: '2023-11',
  },
  {
    word: 'bursty',
    process: 'gamma renewal',
    loop: 'open',
    parameters: {
      rate_rps: { meaning: 'rate', default: null },
      cv: { meaning: 'coefficient of variation of the gaps', default: 3, range: [1.5, 13] },
    },
    formula: 'gaps Gamma(shape 1/cv², scale cv²/rate)',
    evidence:
      'CV of clients, weighted by rate: 3.45, 12.0, 3.58 (large, mid, small model), 2.28 (reasoning); gamma fits 60 to 76 % of the load, Weibull the rest. Azure code 13.15, Mooncake conversation 3.03',
    source: SERVEGEN,
    as_of: '2025-06-09',
  },
  {
    word: 'diurnal',
    process: 'non-homogeneous Poisson, by thinning',
    loop: 'open',
    parameters: {
      mean_rps: { meaning: 'mean rate', default: null },
      peak_to_mean: { meaning: 'peak over mean', default: 3 },
      trough_to_mean: { meaning: 'trough over mean', default: 0.25 },
      period_h: { meaning: 'hours of one period', default: 24 },
      peak_hour: { meaning: 'hour of the peak', default: 14 },
    },
    formula: 'a clipped sinusoid, or 24 hourly multipliers with mean 1',
    evidence:
      'windows of 10 minutes over two weeks, peak over mean 2.98 (trough 0.25) large, 1.92 mid, 3.30 small model; reasoning 2.66 (0.27) over a day. A short test runs the peak hour; costs take the whole curve',
    source: SERVEGEN,
    as_of: '2025-06-09',
  },
  {
    word: 'spiky',
    process: 'Poisson with rectangular spikes',
    loop: 'open',
    parameters: {
      base_rps: { meaning: 'rate between spikes', default: null },
      spike_multiplier: { meaning: 'rate in a spike over base', default: 10 },
      spike_duration_s: { meaning: 'seconds of one spike', default: 30 },
      spikes_per_hour: { meaning: 'spikes in an hour', default: 4 },
    },
    evidence: 'peak over mean, code: 26 by the second, 4.2 by the minute; conversation: 2.89 and 1.54',
    source: AZURE,
    as_of: '2023-11',
  },
  {
    word: 'ramp',
    process: 'non-homogeneous Poisson, rate linear or exponential',
    loop: 'open',
    parameters: {
      start_rps: { meaning: 'rate at the start', default: null },
      end_rps: { meaning: 'rate at the end', default: null },
      duration_s: { meaning: 'seconds', default: null },
    },
    formula: 'start + (end − start)·t/duration, or start·(end/start)^(t/duration)',
    evidence: 'finds the knee; reported by windows, never one percentile over the whole ramp',
    source: 'the ramps of vLLM, AIPerf, k6 and Gatling',
    as_of: READ,
  },
  {
    word: 'batch',
    process: 'all at once under a cap of concurrency',
    loop: 'closed',
    parameters: {
      total_requests: { meaning: 'requests', default: null },
      concurrency: { meaning: 'requests at a time', default: null },
      deadline_s: { meaning: 'seconds until all must be done', default: null },
    },
    evidence: 'judged by makespan and tokens a second; latency percentiles mean nothing here',
    source: 'MLPerf Inference, Offline scenario',
    as_of: READ,
  },
  {
    word: 'replay',
    process: 'the timestamps of a trace',
    loop: 'open',
    parameters: { time_scale: { meaning: 'factor on the gaps of the trace', default: 1 } },
    evidence: 'keeps bursts and the reuse of prefixes as they were',
    source: 'GuideLLM replay, AIPerf fixed schedule, vLLM timed_trace',
    as_of: READ,
  },
  {
    word: 'user_sessions',
    process: 'users who wait for the answer, think, and send again',
    loop: 'closed',
    parameters: {
      users: { meaning: 'users at a time', default: null },
      think_time_s: { meaning: 'seconds between answer and next request', default: null },
      turns: { meaning: 'requests of one session', default: null },
    },
    formula: 'throughput at most users/(latency + think time)',
    evidence: 'a slow server lowers the load it gets, so overload is hidden: to be named a closed model',
    source: 'AIPerf user-centric rate, issue 987',
    as_of: READ,
  },
];

import type { Quantiles, Sizes, Sourced, WorkloadProfile } from './profiles.ts';

// Sources that several facts share. `as_of` is the date of the version or release, otherwise the day on which it was
// read.
const SERVEGEN: Sourced = {
  source: 'alibaba/ServeGen f891d11, arXiv 2505.09999, rate-weighted over the published client chunks',
  as_of: '2025-06-09',
};
const AZURE: Sourced = {
  source: 'Azure/AzurePublicDataset, AzureLLMInferenceTrace (CC-BY)',
  as_of: '2023-11',
};
const INFERENCE_PERF: Sourced = {
  source: 'kubernetes-sigs/inference-perf workload catalogue 7de5ef2',
  as_of: '2026-08-19',
};
const LLM_D_PLANNER: Sourced = { source: 'llm-d-incubation/llm-d-planner e50305a', as_of: '2026-04-27' };
const MOONCAKE: Sourced = { source: 'kvcache-ai/Mooncake, FAST25 release traces', as_of: '2025' };
const GUIDELLM: Sourced = { source: 'GuideLLM documentation, SLO guide', as_of: '2026-11-20' };
const MLPERF: Sourced = { source: 'MLPerf Inference rules', as_of: '2026-11-20' };

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9];

function quantiles(
  values: readonly number[],
  rest: Pick<Quantiles, 'mean' | 'min' | 'max' | 'n'>,
): Quantiles {
  return { dist: 'quantiles', percentiles: PERCENTILES, values, ...rest };
}

/** A source with the part that a fact comes from. */
function from({ source, as_of }: Sourced, part: string): Sourced {
  return { source: `${source}: ${part}`, as_of };
}

const CODE_COMPLETION: Sizes = {
  input_tokens: quantiles([17, 75, 147, 578, 1469, 2745, 5194, 7315, 7436, 7437], {
    mean: 2047.8,
    min: 3,
    max: 7437,
    n: 8819,
  }),
  output_tokens: quantiles([6, 6, 7, 9, 13, 24, 55, 90, 252, 831], {
    mean: 27.9,
    min: 6,
    max: 1899,
    n: 8819,
  }),
  input_output_spearman: -0.021,
};

/** Sizes of requests for each `workload_type`: they determine the prompts of a load test and the price of traffic. */
export const WORKLOAD_PROFILES: readonly WorkloadProfile[] = [
  {
    word: 'general',
    title: 'Any use of a language model behind an API',
    grade: 'measured',
    sizes: {
      input_tokens: quantiles([60, 64, 74, 262, 601, 1073, 2371, 2404, 5452, 12730], {
        mean: 914.3,
        max: 30712,
      }),
      output_tokens: quantiles([1, 1, 1, 8, 53, 208, 461, 539, 872, 1595], { mean: 155.1, max: 9307 }),
    },
    ...from(SERVEGEN, 'm-large (147 of 162 clients)'),
    variants: [],
    slo_examples: [],
  },
  {
    word: 'chat',
    title: 'Conversation with people',
    grade: 'measured',
    sizes: {
      input_tokens: quantiles([29, 181, 207, 396, 1020, 1189, 2735, 4083, 4142, 6212], {
        mean: 1154.7,
        min: 2,
        max: 14050,
        n: 19366,
      }),
      output_tokens: quantiles([16, 41, 54, 85, 129, 395, 424, 451, 601, 954], {
        mean: 211.1,
        min: 7,
        max: 1000,
        n: 19366,
      }),
      input_output_spearman: 0.073,
    },
    ...from(
      AZURE,
      'conversation, 2023-11, about one hour, 19,366 requests; inputs clipped near 4k by 2023 context windows',
    ),
    variants: [
      {
        name: 'multi_turn',
        sizes: {
          turns: { dist: 'lognormal', mean: 4, sd: 2.5, min: 1, max: 15 },
          think_time_s: { dist: 'lognormal', mean: 45, sd: 40, min: 5, max: 300 },
          shared_system_prompt_tokens: 1000,
          dynamic_context_tokens: { dist: 'lognormal', mean: 4000, sd: 2500, min: 500, max: 15000 },
          user_tokens_per_turn: { dist: 'lognormal', mean: 50, sd: 40, min: 10, max: 1000 },
          output_tokens_per_turn: { dist: 'normal', mean: 300, sd: 150, min: 10, max: 1000 },
        },
        ...from(INFERENCE_PERF, 'interactive-chat'),
      },
    ],
    slo_examples: [
      { limits: { ttft_p99_ms: 200, itl_p99_ms: 50 }, ...GUIDELLM },
      { limits: { ttft_p99_ms: 1000, itl_p99_ms: 50 }, ...INFERENCE_PERF },
      {
        limits: { ttft_p95_ms: 150, itl_p95_ms: 25, e2e_p95_ms: 7000 },
        ...from(LLM_D_PLANNER, 'docs/traffic_and_slos.md'),
      },
      {
        limits: { ttft_p99_ms: 500, tpot_p99_ms: 30 },
        ...from(MLPERF, 'Llama 3.1 8B interactive (Server: 2000/100)'),
      },
    ],
  },
  {
    word: 'long_context_chat',
    title: 'Conversation over long documents or histories',
    grade: 'measured',
    sizes: {
      input_tokens: quantiles([894, 901, 964, 2306, 6909, 15368, 27367, 39552, 85401, 121301], {
        mean: 12035.1,
        min: 891,
        max: 126195,
        n: 12031,
      }),
      output_tokens: quantiles([3, 10, 24, 156, 350, 472, 597, 698, 1120, 2000], {
        mean: 342.6,
        min: 1,
        max: 2000,
        n: 12031,
      }),
      ideal_prefix_block_reuse: 0.366,
    },
    ...from(MOONCAKE, 'conversation, n=12,031'),
    variants: [],
    slo_examples: [],
  },
  {
    word: 'rag',
    title: 'Answers from retrieved passages',
    grade: 'design',
    sizes: {
      input_tokens: { dist: 'lognormal', mean: 4096, sd: 2500, min: 500, max: 16000 },
      output_tokens: { dist: 'normal', mean: 512, sd: 250, min: 50, max: 2000 },
    },
    ...from(
      LLM_D_PLANNER,
      "document_analysis_rag 4096 in, 512 out; the spread is this project's: measure the user's own prompts",
    ),
    variants: [
      {
        name: 'batch_rag',
        sizes: {
          input_tokens: { dist: 'normal', mean: 15000, sd: 22000, min: 1000, max: 80000 },
          output_tokens: { dist: 'normal', mean: 500, sd: 300, min: 50, max: 2000 },
        },
        ...from(INFERENCE_PERF, 'batch-summarization-rag'),
      },
      {
        name: 'artificial_analysis_10k',
        sizes: {
          input_tokens: { dist: 'constant', value: 10000 },
          output_tokens: { dist: 'constant', value: 1500 },
        },
        source: 'Artificial Analysis methodology (10k input workload)',
        as_of: '2026-11-20',
      },
    ],
    slo_examples: [
      { limits: { e2e_p99_ms: 3000, ttft_p99_ms: 300, itl_p99_ms: 100 }, ...from(GUIDELLM, 'RAG') },
      {
        limits: { ttft_p90_ms: 15000, itl_p95_ms: 150, e2e_p99_ms: 630000 },
        ...from(INFERENCE_PERF, 'offline'),
      },
    ],
  },
  {
    word: 'agentic',
    title: 'Sessions of many calls with tools',
    grade: 'measured moments',
    sizes: {
      input_tokens: { dist: 'moments', mean: 49141.4, sd: 138889.2, max: 3403502 },
      output_tokens: { dist: 'moments', mean: 659.4, sd: 3072.7, max: 146112 },
      turns: { dist: 'moments', mean: 21.9, sd: 23.4, max: 300 },
      time_between_turns_s: { dist: 'moments', mean: 13.0, sd: 176.4 },
      shared_prefix_ratio: 0.92,
      tool_calls_per_session: 20.5,
    },
    ...from(INFERENCE_PERF, 'agentic-trace-replay (statistics of Exgentic/agent-llm-traces-v2)'),
    variants: [
      {
        name: 'aa_agentperf',
        sizes: {
          input_tokens: { dist: 'moments', mean: 27000 },
          output_tokens: { dist: 'quantiles', percentiles: [50, 95], values: [150, 2000] },
        },
        source: 'ai-dynamo/aiperf issue 987 quoting AA-AgentPerf',
        as_of: '2026-11-20',
      },
      {
        name: 'deep_research',
        sizes: {
          input_tokens: { dist: 'lognormal', mean: 45000, sd: 35000, min: 2000, max: 150000 },
          output_tokens: { dist: 'normal', mean: 300, sd: 850, min: 50, max: 4000 },
          turns: { dist: 'normal', mean: 15, sd: 8.5, min: 2, max: 50 },
          time_between_turns_s: { dist: 'normal', mean: 25, sd: 12, min: 5, max: 60 },
        },
        ...INFERENCE_PERF,
      },
    ],
    slo_examples: [
      { limits: { e2e_p99_ms: 5000 }, ...from(GUIDELLM, 'agentic, per call') },
      { limits: { ttft_p90_ms: 10000, itl_p99_ms: 100 }, ...from(INFERENCE_PERF, 'deep-research') },
    ],
    note: 'score the whole session as well as the call: calls per session times per-call latency plus tool time; cost grows with resent context',
  },
  {
    word: 'agentic_tool_mix',
    title: 'Agents and tools, single calls',
    grade: 'proxy',
    sizes: {
      input_tokens: quantiles([16, 22, 30, 277, 11587, 23175, 38615, 49009, 66458, 191374], {
        mean: 15325.5,
        min: 13,
        max: 191378,
        n: 3993,
      }),
      output_tokens: quantiles([2, 2, 4, 11, 69, 250, 389, 519, 769, 825], {
        mean: 149.1,
        min: 1,
        max: 893,
        n: 3993,
      }),
      input_output_spearman: -0.517,
      ideal_prefix_block_reuse: 0.64,
    },
    ...from(MOONCAKE, 'the synthetic trace, n=3,993'),
    variants: [],
    slo_examples: [],
  },
  {
    word: 'summarization',
    title: 'Summaries of documents',
    grade: 'design',
    sizes: {
      input_tokens: { dist: 'lognormal', mean: 4096, sd: 3000, min: 500, max: 20000 },
      output_tokens: { dist: 'normal', mean: 512, sd: 200, min: 50, max: 1500 },
    },
    ...from(
      LLM_D_PLANNER,
      "summarization_short 4096/512; long_document 10240/1536; the spread is this project's",
    ),
    variants: [
      {
        name: 'long',
        sizes: {
          input_tokens: { dist: 'constant', value: 10240 },
          output_tokens: { dist: 'constant', value: 1536 },
        },
        ...LLM_D_PLANNER,
      },
      {
        name: 'batch',
        sizes: {
          input_tokens: { dist: 'normal', mean: 15000, sd: 22000, min: 1000, max: 80000 },
          output_tokens: { dist: 'normal', mean: 500, sd: 300, min: 50, max: 2000 },
        },
        ...INFERENCE_PERF,
      },
    ],
    slo_examples: [
      {
        limits: { ttft_p95_ms: 600, itl_p95_ms: 30, e2e_p95_ms: 20000 },
        ...from(LLM_D_PLANNER, 'docs/traffic_and_slos.md'),
      },
    ],
  },
  {
    word: 'extraction',
    title: 'Fields out of text',
    grade: 'proxy',
    sizes: {
      input_tokens: quantiles([30, 133, 135, 144, 173, 248, 645, 864, 2583, 5310], {
        mean: 306.7,
        max: 127377,
      }),
      output_tokens: quantiles([1, 4, 9, 16, 34, 61, 95, 131, 397, 948], { mean: 50.8, max: 15968 }),
    },
    ...from(
      SERVEGEN,
      'm-mid (74 of 109 clients): a general mid-size model API, used as a proxy because no public extraction trace was found',
    ),
    variants: [],
    slo_examples: [],
  },
  {
    word: 'classification',
    title: 'A label for a text',
    grade: 'proxy',
    sizes: {
      input_tokens: quantiles([18, 19, 19, 20, 40, 53, 322, 573, 1478, 2998], { mean: 119.7, max: 145912 }),
      output_tokens: quantiles([1, 1, 1, 2, 3, 10, 44, 71, 142, 269], { mean: 14.9, max: 10912 }),
    },
    ...from(
      SERVEGEN,
      'm-small (38 of 43 clients): short in, about 3 tokens out at the median; proxy, no public classification trace was found',
    ),
    variants: [],
    slo_examples: [],
  },
  {
    word: 'code_generation',
    title: 'Code written on request',
    grade: 'proxy',
    sizes: CODE_COMPLETION,
    ...from(AZURE, 'code, 8,819 requests; completion style, inputs clipped near 7.4k'),
    variants: [
      {
        name: 'detailed_generation',
        sizes: {
          input_tokens: { dist: 'constant', value: 1024 },
          output_tokens: { dist: 'constant', value: 1024 },
        },
        ...LLM_D_PLANNER,
      },
    ],
    slo_examples: [
      { limits: { ttft_p99_ms: 500, itl_p99_ms: 150 }, ...from(GUIDELLM, 'code generation, internal') },
    ],
    note: 'no public trace of whole-file generation was found; these are completions',
  },
  {
    word: 'code_completion',
    title: 'Code completed while it is typed',
    grade: 'measured',
    sizes: CODE_COMPLETION,
    ...from(AZURE, 'code, 8,819 requests; completion style, inputs clipped near 7.4k'),
    variants: [],
    slo_examples: [{ limits: { e2e_p99_ms: 2000 }, ...from(GUIDELLM, 'code completion') }],
  },
  {
    word: 'coding_agent',
    title: 'An agent that works in a repository',
    grade: 'design',
    sizes: {
      input_tokens: { dist: 'lognormal', mean: 160000, sd: 233600, min: 10000, max: 990000 },
      output_tokens: { dist: 'lognormal', mean: 425, sd: 825, min: 50, max: 10000 },
      time_between_turns_s: { dist: 'lognormal', mean: 15, sd: 55, min: 1, max: 1000 },
    },
    ...from(INFERENCE_PERF, 'code-generation'),
    variants: [],
    slo_examples: [{ limits: { ttft_p95_ms: 30000, itl_p99_ms: 100 }, ...from(INFERENCE_PERF, 'agent') }],
  },
  {
    word: 'reasoning',
    title: 'Models that reason before they answer',
    grade: 'measured',
    sizes: {
      input_tokens: quantiles([9, 13, 18, 41, 208, 482, 2092, 6714, 23423, 33783], {
        mean: 1268.2,
        max: 57284,
      }),
      output_tokens: quantiles([141, 225, 287, 427, 792, 1499, 3432, 5701, 12607, 20833], {
        mean: 1527.4,
        max: 32768,
      }),
      reasoning_share_of_output: { mean: 0.7, p50: 0.76 },
    },
    ...from(SERVEGEN, 'deepseek-r1 (73 of 73 clients)'),
    variants: [
      {
        name: 'inference_perf',
        sizes: {
          input_tokens: { dist: 'lognormal', mean: 1000, sd: 800, min: 100, max: 5000 },
          output_tokens: { dist: 'lognormal', mean: 8000, sd: 6500, min: 500, max: 32000 },
        },
        ...INFERENCE_PERF,
      },
    ],
    slo_examples: [
      { limits: { ttft_p99_ms: 2000, itl_p99_ms: 100 }, ...INFERENCE_PERF },
      {
        limits: { ttft_p99_ms: 2000, tpot_p99_ms: 80 },
        ...from(MLPERF, 'DeepSeek-R1 Server (interactive 1500/15)'),
      },
    ],
  },
  {
    word: 'batch',
    title: 'Large jobs without anyone waiting',
    grade: 'design',
    sizes: {
      input_tokens: { dist: 'lognormal', mean: 500, sd: 1200, min: 50, max: 15000 },
      output_tokens: { dist: 'uniform', min: 500, max: 8000 },
    },
    ...from(INFERENCE_PERF, 'batch-synthetic-data-generation'),
    variants: [],
    slo_examples: [],
    note: 'judged by total work over throughput (MLPerf Offline), not by latency; the source states a mean output of 4,000',
  },
  {
    word: 'realtime_voice',
    title: 'Spoken conversation',
    grade: 'weak',
    sizes: {
      input_tokens: { dist: 'normal', mean: 800, sd: 400, min: 100, max: 3000 },
      output_tokens: { dist: 'normal', mean: 60, sd: 40, min: 5, max: 200 },
      turns: { dist: 'normal', mean: 10, sd: 5, min: 2, max: 30 },
      think_time_s: { dist: 'normal', mean: 4, sd: 3, min: 1, max: 20 },
    },
    source:
      'about 800-token context from voice-agent latency articles (2025); output size, turns and think time are placeholders of this project, no public trace found',
    as_of: '2026-11-20',
    variants: [],
    slo_examples: [
      {
        limits: { ttft_p95_ms: 400 },
        source: 'modelguide.ai; sippulse.ai 2025-09',
        as_of: '2026-11-20',
        note: 'LLM share of an ~800 ms voice round trip; measured industry round trips 1.4-1.7 s',
      },
    ],
  },
  {
    word: 'embeddings',
    title: 'Vectors for texts',
    grade: 'placeholder',
    sizes: {
      input_tokens: { dist: 'lognormal', mean: 300, sd: 250, min: 5, max: 8000 },
      output_tokens: { dist: 'constant', value: 0 },
      inputs_per_request: 16,
    },
    source: "placeholder: no public trace found; use the user's own chunk sizes",
    as_of: '2026-11-20',
    variants: [],
    slo_examples: [],
  },
];

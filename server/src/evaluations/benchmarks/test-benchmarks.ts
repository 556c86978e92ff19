import type { Downloader } from '../../sources/sources.ts';
import { createBenchmarks } from './benchmarks.ts';

const noDownloads: Downloader = {
  download: () => Promise.reject(new Error('This test has no network.')),
  stop: async () => {},
};

/** The benchmarks over files in a directory, which need not be there. */
export const benchmarksIn = (directory: string, skipMalformed = false) =>
  createBenchmarks({ directory, mirror: null, skipMalformed, downloader: noDownloads });

/** The benchmarks that need no files. */
export const { get: getBenchmark, list: listBenchmarks } = benchmarksIn('/nowhere');

import type { KnipConfiguration } from 'knip';

/**
 * What knip reads to find files, exports and dependencies that nothing uses. `npm run check` runs it twice:
 *
 * - over everything: what not even a test or a bench imports;
 * - over the product alone (`--production`, the patterns that end with `!`): what only tests and benches import.
 *   Test support lives in server/test/support, what a bench needs in bench/lib.
 *
 * An export that the product does not use yet has tests and the tag `@kept` with the reason in its docstring.
 */
export default function config({ production = false }: { production?: boolean }): KnipConfiguration {
  return {
    // A type may be part of an exported signature. Tests may use a function that its own file also calls, as the
    // reference values of the statistics do.
    ignoreExportsUsedInFile: production || { interface: true, type: true },
    // The production run ignores the tag: code that is kept for later may be used only by tests.
    tags: production ? ['-kept'] : [],
    treatConfigHintsAsErrors: true,
    // Programs of the system (apt-get, mount) are checked where they are used.
    exclude: ['binaries'],
    ignoreIssues: {
      'client/src/generated.ts': ['types'],
      // Benches import the server's packages; packages to compare with are installed by hand, as each bench says.
      'bench/**': ['unlisted'],
    },
    workspaces: {
      '.': {
        entry: [
          'scripts/*.{ts,mjs}!',
          'scripts/lib/main.mjs!',
          'scripts/**/*.test.{ts,mjs}',
          'packaging/build.ts!',
          'packaging/{archive,npm}/*.mjs!',
          'bench/*.ts',
        ],
        project: [
          'scripts/**/*.{ts,mjs}!',
          '!scripts/**/*.test.*!',
          'packaging/**/*.{ts,mjs}!',
          'bench/**/*.ts',
        ],
        // Run by its path.
        ignoreDependencies: ['@biomejs/biome'],
      },
      server: {
        entry: [
          'src/app/cli/cli.ts!',
          'src/**/*.test.ts',
          'test/**/*.test.ts',
          'test/{make-compat-fixture,record-grader-versions,fuzz/fuzz}.ts',
        ],
        project: ['src/**/*.ts!', 'test/**/*.ts'],
        // It has no types, so test/support/bedrock-server.ts requires it.
        ...(!production && { ignoreDependencies: ['aws4'] }),
      },
      client: {
        project: ['src/**/*.ts!'],
        // Run by its path, by scripts/generate.ts.
        ignoreDependencies: ['openapi-typescript'],
      },
      mock: {
        entry: ['src/**/*.test.ts'],
        project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      },
      report: {
        entry: ['src/**/*.test.ts'],
        project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
      },
      web: { project: ['src/**/*.{ts,tsx}!'] },
    },
  };
}

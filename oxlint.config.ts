import { defineConfig } from 'oxlint';

/** The rooms of the core in their order: a room imports only rooms before it. */
const CORE_ROOMS = [
  'platform',
  'record',
  'store',
  'service',
  'workspace',
  'files',
  'outbox',
  'history',
  'sync',
  'changesets',
  'catalogue',
  'app',
];

/** The rooms of the window in their order. */
const WINDOW_ROOMS = [
  'i18n',
  'client',
  'state',
  'ui',
  'fields',
  'viewer3d',
  'files',
  'changesets',
  'screens',
  'app',
];

/**
 * Files of the core that implement its platform: only they access files, network, time and
 * randomness directly.
 */
const PLATFORM_FILES = [
  'src/core/app/nodePlatform.ts',
  'src/core/platform/disk.ts',
  'src/core/platform/privateFiles.ts',
  'src/core/service/connections.ts',
  'src/core/service/fetchPublic.ts',
  'src/core/service/fetchThrough.ts',
  'src/core/service/http.ts',
  'src/core/service/secureAgent.ts',
  'src/core/service/tunnel.ts',
  'src/core/app/workerPaths.ts',
  'src/core/app/modelWorker.ts',
  'src/core/app/shell/**',
];

const CORE_IMPORTS = {
  patterns: [
    {
      group: [
        '#reference/*',
        '#serve/*',
        '#cli/*',
        '#test/*',
        'electron',
        'electron-store',
        'react',
        'react-dom',
      ],
      message: 'The core is the product in plain Node: a shell hands it what differs.',
    },
  ],
  paths: [
    {
      name: 'node:fs',
      allowImportNames: ['constants', 'Stats'],
      message: "Files are reached through the platform's disk.",
    },
    {
      name: 'node:fs/promises',
      message: "Files are reached through the platform's disk.",
    },
    {
      name: 'better-sqlite3',
      allowTypeImports: true,
      message: "Databases are opened through the platform's disk.",
    },
    {
      name: 'node:http',
      message: "The service is reached through the platform's network.",
    },
    {
      name: 'node:https',
      message: "The service is reached through the platform's network.",
    },
    {
      name: 'node:timers',
      message: "Time comes from the platform's clock.",
    },
    {
      name: 'node:timers/promises',
      message: "Time comes from the platform's clock.",
    },
    {
      name: 'node:crypto',
      importNames: ['randomBytes', 'randomUUID', 'randomInt', 'getRandomValues', 'webcrypto'],
      message: 'Chance comes from the platform.',
    },
    {
      name: 'uuid',
      message: 'Ids come from the platform.',
    },
  ],
};

const PLATFORM_IMPORTS = {
  patterns: [
    {
      group: [
        '#reference/*',
        '#serve/*',
        '#cli/*',
        '#test/*',
        'electron',
        'electron-store',
        'react',
        'react-dom',
      ],
      message: 'The core is the product in plain Node: a shell hands it what differs.',
    },
  ],
};

const WINDOW_IMPORTS = {
  patterns: [
    {
      group: ['#core/*', '#reference/*', '#serve/*', '#cli/*', 'node:*', 'electron'],
      message: 'The renderer talks to the core through the contract only.',
    },
  ],
};

interface Restrictions {
  readonly patterns: readonly object[];
  readonly paths?: readonly object[];
}

/** Forbids each room of a folder to import later rooms; `restrictions` apply to all of them. */
function roomOrder(
  folder: string,
  alias: string | null,
  rooms: readonly string[],
  restrictions: Restrictions,
) {
  return rooms.map((room, index) => {
    const later = rooms.slice(index + 1).join('|');
    const start = alias === null ? '(?:\\.\\./)+' : `(?:(?:\\.\\./)+|${alias}/)`;
    const order = {
      regex: `^${start}(?:${later})/`,
      message: `The room ${room} imports only rooms before it: ${rooms.join(', ')}.`,
    };
    const patterns = later === '' ? restrictions.patterns : [...restrictions.patterns, order];
    return {
      files: [`${folder}/${room}/**`],
      rules: { 'no-restricted-imports': ['error', { ...restrictions, patterns }] },
    };
  });
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off',
    'eslint/eqeqeq': 'error',
    'eslint/no-console': 'error',
    'eslint/max-lines': [
      'error',
      {
        max: 300,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'eslint/max-lines-per-function': [
      'error',
      {
        max: 60,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'eslint/no-await-in-loop': 'off',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/incompatible-library': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/require-array-sort-compare': [
      'error',
      {
        ignoreStringArrays: true,
      },
    ],
  },
  overrides: [
    {
      files: ['src/contract/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: [
                  '#formats/*',
                  '#core/*',
                  '#reference/*',
                  '#serve/*',
                  '#cli/*',
                  '#test/*',
                  'node:*',
                  '../core/**',
                  '../main/**',
                  '../renderer/**',
                ],
                message:
                  'The contract knows nobody: it runs in every process and needs zod and big.js alone.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/formats/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: [
                  '#core/*',
                  '#reference/*',
                  '#serve/*',
                  '#cli/*',
                  '#test/*',
                  'node:*',
                  'electron',
                  'react',
                  'react-dom',
                  '../core/**',
                  '../main/**',
                  '../renderer/**',
                ],
                message:
                  'The readers of files run in the window and in the terminal: they need the contract and their libraries alone.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/reference/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['#contract/*', '#formats/*', '#core/*', '#serve/*', '#cli/*', '#test/*'],
                message:
                  'The reference is written from the document alone; sharing our reading would hide our mistakes.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/serve/**', 'src/cli/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['electron', 'electron-store', 'electron-updater'],
                message: 'Outside Electron these try to download it.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/core/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'setTimeout',
            message: "Time comes from the platform's clock.",
          },
          {
            name: 'setInterval',
            message: "Time comes from the platform's clock.",
          },
          {
            name: 'fetch',
            message: "The service is reached through the platform's network.",
          },
          {
            name: 'performance',
            message: "Time comes from the platform's clock.",
          },
          {
            name: 'crypto',
            message: 'Chance comes from the platform.',
          },
          {
            name: 'WebSocket',
            message: "The service is reached through the platform's network.",
          },
        ],
        'no-restricted-properties': [
          'error',
          {
            object: 'Date',
            property: 'now',
            message: "Time comes from the platform's clock.",
          },
          {
            object: 'Math',
            property: 'random',
            message: 'Chance comes from the platform.',
          },
          {
            object: 'AbortSignal',
            property: 'timeout',
            message: "Time comes from the platform's clock.",
          },
          {
            object: 'process',
            property: 'hrtime',
            message: "Time comes from the platform's clock.",
          },
        ],
      },
    },
    {
      files: ['src/renderer/**'],
      rules: {
        'import/no-unassigned-import': [
          'error',
          {
            allow: ['**/*.css', '**/styles.ts'],
          },
        ],
      },
    },

    ...roomOrder('src/core', '#core', CORE_ROOMS, CORE_IMPORTS),
    ...roomOrder('src/renderer/src', null, WINDOW_ROOMS, WINDOW_IMPORTS),
    {
      files: PLATFORM_FILES,
      rules: {
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'no-restricted-imports': ['error', PLATFORM_IMPORTS],
      },
    },
    {
      files: ['**/*.tsx'],
      rules: {
        'eslint/max-lines-per-function': [
          'error',
          {
            max: 90,
            skipBlankLines: true,
            skipComments: true,
          },
        ],
      },
    },
    {
      files: ['src/cli/**', 'scripts/**', 'bench/**', 'test/**'],
      rules: {
        'eslint/no-console': 'off',
      },
    },
    {
      files: ['*.config.ts', 'scripts/**'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['test/**', 'bench/**', 'scripts/**'],
      rules: {
        // A harness and its steps import each other's types.
        'import/no-cycle': ['error', { ignoreTypes: true }],
        'eslint/max-lines-per-function': 'off',
        'typescript/no-base-to-string': 'off',
        'typescript/unbound-method': 'off',
      },
    },
  ],
  ignorePatterns: ['out', 'node_modules', 'resources'],
});

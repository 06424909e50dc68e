import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

// Which folder of src may use which. Types of the API may be used where its client may not.
const MAY_USE = {
  lib: [],
  ui: ['lib'],
  api: ['lib'],
  model: ['lib', 'types'],
  app: ['lib', 'types', 'api', 'model'],
  parts: ['lib', 'types', 'ui', 'parts'],
  views: ['lib', 'types', 'api', 'model', 'app', 'ui', 'parts', 'views'],
  regions: ['lib', 'types', 'api', 'model', 'app', 'ui', 'parts', 'views', 'regions'],
};
const FOLDERS = Object.keys(MAY_USE);

/** The import rule of one folder, as patterns that are refused. */
function bounds(folder) {
  const allowed = MAY_USE[folder];
  const patterns = FOLDERS.filter((other) => other !== folder && !allowed.includes(other)).map(
    (other) => ({
      regex:
        other === 'api' && allowed.includes('types')
          ? '/api/(?!types\\.gen$)'
          : `^(?:\\.\\./)+${other}/`,
      // Parts may speak of the model's values, but compute nothing with them.
      allowTypeImports: folder === 'parts' && other === 'model',
      message: `${folder}/ may not use ${other}/. The table is in eslint.config.js.`,
    }),
  );
  if (folder === 'model') {
    patterns.push({ regex: 'svelte', message: 'model/ knows no framework.' });
  }
  if (folder === 'lib') patterns.push({ regex: '^svelte', message: 'lib/ knows no framework.' });
  return {
    files: [`src/${folder}/**/*.{ts,svelte}`],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'src/api/types.gen.ts', 'e2e/data'] },
  tseslint.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  {
    rules: {
      'svelte/no-at-html-tags': 'error',
      // Collections here are replaced as a whole, or told of by a version.
      'svelte/prefer-svelte-reactivity': 'off',
      // Svelte's own compiler and TypeScript know better what is used and defined.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'What agents say is untrusted: make text nodes.',
        },
      ],
    },
  },
  {
    // The page has no server part and no base path: plain addresses are right.
    files: ['**/*.svelte'],
    rules: { 'svelte/no-navigation-without-resolve': 'off' },
  },
  {
    files: ['src/model/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'location', 'history', 'fetch'],
    },
  },
  ...FOLDERS.map(bounds),
);

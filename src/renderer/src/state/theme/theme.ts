import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

// The seventh is the light theme's accent, the third the dark one's (tokens.css).
const accent: MantineColorsTuple = [
  '#eef4f1',
  '#e4efe9',
  '#a9d8c5',
  '#6fc3a3',
  '#4fa987',
  '#3a8d6e',
  '#2b7359',
  '#1f5f4a',
  '#18503e',
  '#103a2d',
];

const transition = { transition: 'fade', duration: 100 } as const;

/** Mantine theme made of our tokens: dense, one accent, reduced motion respected. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.35' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  headings: { fontFamily: 'var(--font)', fontWeight: '620' },
  components: {
    Modal: { defaultProps: { transitionProps: transition, centered: true, padding: 0 } },
    Menu: {
      defaultProps: {
        transitionProps: transition,
        position: 'bottom-end',
        offset: 6,
        // A menu may contain only menu items.
        withInitialFocusPlaceholder: false,
      },
    },
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { transitionProps: transition, offset: 6 } },
    Tooltip: { defaultProps: { transitionProps: transition, offset: 6 } },
    Select: { defaultProps: { comboboxProps: { transitionProps: transition } } },
  },
});

/** Maps Mantine's variables to tokens.css, so that each colour is defined once. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});

const fromTokens = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-disabled': 'var(--hold-soft)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
};

import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'

const closeButtonProps = { 'aria-label': 'Close' }
/** The title of a drawer or dialog is larger than the headings in it. */
const dialogStyles = { title: { fontSize: '16px', fontWeight: 600 } }

/** One hue for actions. States have colours of their own, and always a word beside the colour. */
export const theme = createTheme({
  fontFamily: SYSTEM,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontFamily: SYSTEM,
    fontWeight: '600',
    sizes: { h1: { fontSize: '18px', lineHeight: '1.4' }, h2: { fontSize: '15px', lineHeight: '1.4' } },
  },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 6,
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Fieldset: { styles: { legend: { fontWeight: 600 } } },
    Skeleton: { defaultProps: { animate: !matchMedia('(prefers-reduced-motion: reduce)').matches } },
    // The default colour is too light to stand out from the text around it.
    Code: { defaultProps: { color: 'var(--winnow-hover)' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Menu: {
      // The placeholder is not a menu item, but may be the menu's only child. Without it, the first item gets the focus.
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
    },
    Drawer: {
      defaultProps: { closeButtonProps, position: 'right', transitionProps: { duration: 140 } },
      styles: dialogStyles,
    },
    // Its content may be wider than a narrow window.
    Popover: { styles: { dropdown: { maxWidth: 'calc(100vw - 16px)' } } },
    Spotlight: { defaultProps: { overlayProps: { blur: 0, backgroundOpacity: 0.3 } } },
    Modal: { defaultProps: { closeButtonProps, transitionProps: { duration: 120 } }, styles: dialogStyles },
  },
})

/**
 * Dimmed text needs a contrast of 4.5, and the boundary of a control one of 3. The library's default colours reach neither.
 */
export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#212529',
    '--mantine-color-placeholder': '#6c737a',
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#3b5bdb',
    '--winnow-line': '#dee2e6',
    '--winnow-control': '#868e96',
    '--winnow-quiet': '#f8f9fa',
    '--winnow-hover': '#e9ecef',
    '--winnow-chosen': '#e7ecff',
    '--winnow-chosen-text': '#364fc7',
    '--winnow-mark': '#fff3bf',
    '--winnow-good': '#1f6f31',
    '--winnow-warn': '#a65200',
    '--winnow-bad': '#c92a2a',
    '--winnow-busy': '#0b7285',
  },
  dark: {
    '--mantine-color-placeholder': '#a6a7ab',
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-indigo-light-color': '#91a7ff',
    '--winnow-line': '#373a40',
    '--winnow-control': '#868a91',
    '--winnow-quiet': '#1f2023',
    '--winnow-hover': '#2b2c30',
    '--winnow-chosen': '#2b3050',
    '--winnow-chosen-text': '#bac8ff',
    '--winnow-mark': '#4a3b0a',
    '--winnow-good': '#69db7c',
    '--winnow-warn': '#ffc078',
    '--winnow-bad': '#ff8787',
    '--winnow-busy': '#66d9e8',
  },
})

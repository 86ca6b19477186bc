import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import './controls.css'

import { Button, createTheme, Input, type MenuProps, type ModalProps } from '@mantine/core'

/** The variants of a button: `go` is the one step that moves the work on, once per screen. */
const buttonColours: Record<
  string,
  { background: string; hover: string; color: string; border: string }
> = {
  filled: { background: 'var(--ink)', hover: 'var(--ink)', color: 'var(--on-ink)', border: 'none' },
  go: {
    background: 'var(--mint)',
    hover: 'var(--mint-hover)',
    color: 'var(--on-mint)',
    border: 'none',
  },
  line: {
    background: 'var(--d-card)',
    hover: 'var(--mist)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
  },
  quiet: { background: 'transparent', hover: 'var(--mist)', color: 'var(--ink)', border: 'none' },
  danger: {
    background: 'var(--d-card)',
    hover: 'var(--danger-wash)',
    color: 'var(--danger)',
    border: '1px solid currentColor',
  },
}

const buttonSizes: Record<string, { height: string; text: string; padding: string }> = {
  s: { height: 'var(--d-ctl-s)', text: '0.75rem', padding: '0.625rem' },
  m: { height: 'var(--d-ctl)', text: '0.8125rem', padding: '0.875rem' },
  l: { height: '3rem', text: '0.9375rem', padding: '1rem' },
}

export const theme = createTheme({
  cursorType: 'pointer',
  focusRing: 'auto',
  variantColorResolver: ({ variant }) =>
    buttonColours[variant] ?? { background: '', hover: '', color: '', border: '' },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'm' },
      vars: (_theme, { size }) => {
        const { height, text, padding } = buttonSizes[String(size)] ?? buttonSizes.m!
        return {
          root: {
            '--button-height': height,
            '--button-fz': text,
            '--button-padding-x': padding,
          },
        }
      },
    }),
    Input: Input.extend({
      vars: () => ({
        wrapper: { '--input-height': 'var(--d-ctl)', '--input-fz': 'var(--d-field)' },
      }),
    }),
    // Without `Modal.extend` and `Menu.extend`, which would load both components with the first view.
    Modal: {
      defaultProps: {
        // The page behind is locked by a rule (base.css): the library's own lock adds a style element, which the content
        // policy forbids.
        lockScroll: false,
        centered: true,
        radius: 'var(--r-3)',
        // Its <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
    },
    Menu: { defaultProps: { withinPortal: true, shadow: 'none' } satisfies Partial<MenuProps> },
  },
})

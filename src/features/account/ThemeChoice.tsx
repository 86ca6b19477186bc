import { chooseTheme, type Theme, themes, useTheme } from '#platform/theme.ts'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './ThemeChoice.module.css'

const names: Record<Theme, string> = { system: 'Same as device', light: 'Light', dark: 'Dark' }

/** The choice of the light or dark theme on this device. */
export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <Panel title="Appearance">
      <fieldset className={styles.themes}>
        <legend>
          <VisuallyHidden>Theme</VisuallyHidden>
        </legend>
        {themes.map((theme) => (
          <Checkbox
            key={theme}
            type="radio"
            name="theme"
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          >
            {names[theme]}
          </Checkbox>
        ))}
      </fieldset>
    </Panel>
  )
}

import { Button } from '@mantine/core'
import { useAtom } from 'jotai'

import { installPromptAtom, isAppleTouchDevice } from '#platform/installPrompt.ts'
import styles from './MePage.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.install

/** How to install the desk, where that is possible and not done. Without an install prompt the steps are explained. */
export function InstallHint() {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  if (isInstalled() || !(prompt || isAppleTouchDevice())) return null
  return (
    <section className={styles.card}>
      <h2>{texts.title}</h2>
      <p className={styles.intro}>{texts.intro}</p>
      {prompt ? (
        <div className={styles.end}>
          <Button
            variant="line"
            onClick={() => {
              setPrompt(null)
              void prompt.prompt()
            }}
          >
            {texts.install}
          </Button>
        </div>
      ) : (
        <ol className={styles.steps}>
          {texts.iosSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'

import { DeliveryProof, type DeliverySettings } from '#contract/staff/deliverySettings.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { errorText, request, type StaffResponse, useRead } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import styles from './DeliverySettingsPage.module.css'
import { texts } from './texts.ts'

/** How riders deliver; the owner sets it. */
export default function DeliverySettingsPage() {
  const { data, problem, refresh, replace } = useRead('readDeliverySettings')
  const role = useAtomValue(sessionAtom)?.person.role
  return (
    <Page title={texts.title}>
      {data ? (
        <Settings
          settings={data.result}
          canSave={mayRequest(role, 'saveDeliverySettings')}
          onSaved={replace}
        />
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

type Props = {
  settings: DeliverySettings
  canSave: boolean
  onSaved: (response: StaffResponse<'saveDeliverySettings'>) => void
}

function Settings({ settings, canSave, onSaved }: Props) {
  const [proof, setProof] = useState(settings.proof)
  const [state, setState] = useState<'busy' | 'saved'>()
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    setProblem(undefined)
    try {
      onSaved(await request('saveDeliverySettings', { body: { proof } }))
      setState('saved')
    } catch (error) {
      setProblem(errorText(error, texts.couldNotSave))
      setState(undefined)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.choices} disabled={!canSave}>
        <legend>{texts.proof}</legend>
        {DeliveryProof.options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="proof"
              checked={proof === option}
              onChange={() => {
                setProof(option)
                setState(undefined)
              }}
            />
            <span>
              <b>{texts.proofs[option].name}</b>
              <small>{texts.proofs[option].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={styles.hint}>{canSave ? texts.from : texts.ownerOnly}</p>
      {problem && <Note kind="bad">{problem}</Note>}
      {state === 'saved' && <Note kind="info">{texts.saved}</Note>}
      {canSave && (
        <Button type="submit" variant="go" disabled={state === 'busy' || proof === settings.proof}>
          {state === 'busy' ? texts.saving : texts.save}
        </Button>
      )}
    </form>
  )
}

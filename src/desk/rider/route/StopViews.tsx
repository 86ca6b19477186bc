import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'

import { texts as riderTexts } from '#desk/rider/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { chooseStopView, type Stop, type StopView, stopViewAtom } from './stopOrder.ts'
import styles from './StopViews.module.css'
import { routeLink } from './suggestStops.ts'

const texts = riderTexts.route
const loadMap = () => import('./StopMap.tsx')

type Props = {
  /** In the order of the list. */
  stops: Stop[]
  hasMap: boolean
  isOffline: boolean
}

/** How the stops are shown: by promise, in the suggested order, or on a map; and the way to all of them. */
export function StopViews({ stops, hasMap, isOffline }: Props) {
  const chosen = useAtomValue(stopViewAtom)
  const views: StopView[] = hasMap ? ['promise', 'suggested', 'map'] : ['promise', 'suggested']
  const view = views.includes(chosen) ? chosen : 'suggested'
  const link = routeLink(stops)
  return (
    <div className={styles.route}>
      <fieldset className={styles.views}>
        <legend>{texts.title}</legend>
        {views.map((option) => (
          <label key={option} data-chosen={view === option || undefined}>
            <input
              type="radio"
              name="stop-view"
              checked={view === option}
              onChange={() => chooseStopView(option)}
            />
            <span>{texts.views[option]}</span>
          </label>
        ))}
      </fieldset>
      {view === 'map' && <Map stops={stops} isOffline={isOffline} />}
      {link && (
        <Button
          component="a"
          variant="line"
          href={link}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="d-route" />}
        >
          {texts.openAll}
        </Button>
      )}
    </div>
  )
}

function Map({ stops, isOffline }: Pick<Props, 'stops' | 'isOffline'>) {
  const { module, problem } = useDeferredImport(loadMap, !isOffline)
  if (isOffline) return <Note kind="info">{texts.needsConnection}</Note>
  if (module) return <module.StopMap stops={stops} />
  return problem ? (
    <Note kind="warn">{texts.noMap}</Note>
  ) : (
    <LoadingRows label={texts.loadingMap} count={3} />
  )
}

import '#ui/tokens.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './app/preloadPage.ts'

import { createRoot } from 'react-dom/client'

import { watchConnectivity } from '#platform/connectivity/connectivityAtom.ts'
import { captureInstallPrompt } from '#platform/installPrompt.ts'
import { markHydrated } from '#platform/rendering/hydration.ts'
import { replaceDeniedStorage } from '#platform/storage/deviceStorage.ts'
import { Desk } from './app/Desk.tsx'
import { watchSession } from './app/session.ts'
import { registerWorker } from './app/worker.ts'

replaceDeniedStorage()
captureInstallPrompt()
createRoot(document.getElementById('root')!).render(<Desk />)
markHydrated()
watchSession()
watchConnectivity()
if (import.meta.env.PROD) addEventListener('load', () => void registerWorker())

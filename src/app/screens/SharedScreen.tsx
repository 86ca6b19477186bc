import { Navigate, useSearchParams } from 'react-router-dom'

import { sharedTarget } from '#contract/pages/sharedTarget.ts'

/** Leads on to what was shared with the installed store, where the server cannot. */
export default function SharedScreen() {
  const [shared] = useSearchParams()
  return <Navigate to={sharedTarget(shared, location.origin)} replace />
}

import { Badge } from './Badge.tsx'
import { Icon } from '#ui/media/Icon.tsx'

/** Marks what the customer changed and the server does not have yet. */
export function WaitingBadge() {
  return (
    <Badge>
      <Icon name="clock" size="xs" />
      Waiting to send
    </Badge>
  )
}

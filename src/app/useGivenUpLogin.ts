import { useEffect, useRef } from 'react'

import { clearPendingWish } from '#features/wishlist/hearts.ts'
import { hasStoredUser } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'

/** Who closes the sign-in modal does not want to go where it would have led: not later either. */
export function useGivenUpLogin(isModalOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isModalOpen && !hasStoredUser()) {
      localStorage.removeItem(storageKeys.redirectAfterLogin)
      clearPendingWish()
    }
    wasOpen.current = isModalOpen
  }, [isModalOpen])
}

import '#ui/tokens.css'
import '#ui/reset.css'

import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { Gallery } from './Gallery.tsx'

const theme = new URL(location.href).searchParams.get('theme')
if (theme) document.documentElement.dataset.theme = theme

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <Gallery />
  </BrowserRouter>,
)

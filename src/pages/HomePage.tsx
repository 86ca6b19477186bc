export default function HomePage() {
  return (
    <main>
      <h1>Style Delivered in 60 mins</h1>
    </main>
  )
}

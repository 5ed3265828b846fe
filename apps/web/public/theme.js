// Runs before the first paint, so that a chosen theme never flashes.
;(() => {
  try {
    const theme = localStorage.getItem('slyglass.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // A blocked store leaves the system's theme.
  }
})()

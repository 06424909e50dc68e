// How differences are shown: one choice for all of them, kept in this browser.

const KEY = 'acp-scope.diff';

class DiffLook {
  sides = $state(stored());

  toggle(): void {
    this.sides = !this.sides;
    try {
      localStorage.setItem(KEY, this.sides ? 'sides' : 'one');
    } catch {
      // A browser that stores nothing still shows what was chosen.
    }
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'sides';
  } catch {
    return false;
  }
}

export const diffLook = new DiffLook();

import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { applyTheme, storedTheme } from './lib/theme';

applyTheme(storedTheme());
document.getElementById('starting')?.remove();
mount(App, { target: document.body });

// Exit code 0 while the service of this container or machine is ready to serve; its settings come from the environment.
const { PORT, BASE_PATH = '' } = process.env;

try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT || '8080'}${BASE_PATH}/readyz`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { parse, parseAllDocuments } from 'yaml';
import { VERSION } from '../src/kernel/version.ts';
import { SETTINGS } from '../src/platform/settings.ts';
import { freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';

const CHART = fileURLToPath(new URL('../../packaging/chart', import.meta.url));
const HELM = process.env.TEST_HELM ?? 'helm';
const noHelm =
  spawnSync(HELM, ['version', '--short']).status === 0
    ? undefined
    : 'helm is neither installed nor named by TEST_HELM';

// biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds; what a test expects of one is what it asserts.
type Manifest = any;

const NEEDED = { existingSecret: 'of-the-operator' };

function render(values: Record<string, string>): Manifest[] {
  const given = Object.entries({ ...NEEDED, ...values }).flatMap(([name, value]) => [
    '--set',
    `${name}=${value}`,
  ]);
  const { status, stdout, stderr } = spawnSync(HELM, ['template', 'mine', CHART, ...given], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    assert.ok('errors' in document && document.errors.length === 0);
    return document.toJS() ?? [];
  });
}

const podsOf = (manifests: Manifest[]) => manifests.map(({ spec }) => spec?.template?.spec).filter(Boolean);
const find = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

describe('the Helm chart', () => {
  it('is of this version', () => {
    const { version, appVersion } = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8'));
    assert.deepEqual([version, appVersion], [VERSION, VERSION]);
  });

  it('is accepted by helm, and says which Secret it needs', skipOf(noHelm), () => {
    const lint = spawnSync(HELM, ['lint', '--strict', CHART, '--set', 'existingSecret=a'], {
      encoding: 'utf8',
    });
    assert.equal(lint.status, 0, lint.stdout);
    const { status, stderr } = spawnSync(HELM, ['template', CHART], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /Set existingSecret to the name of a Secret with DATABASE_URL/);
  });

  it('confines every pod, with settings that exist', skipOf(noHelm), () => {
    const pods = podsOf(
      render({ 'settings.LOG_LEVEL': 'warn', publicUrl: 'https://touchstone.example.com' }),
    );
    assert.equal(pods.length, 3);
    for (const { containers, securityContext, automountServiceAccountToken } of pods) {
      assert.deepEqual([securityContext.runAsNonRoot, automountServiceAccountToken], [true, false]);
      const [{ image, env, envFrom, securityContext: own }] = containers;
      assert.deepEqual([own.readOnlyRootFilesystem, own.capabilities], [true, { drop: ['ALL'] }]);
      assert.equal(image, `touchstone:${VERSION}`);
      assert.deepEqual(envFrom, [{ secretRef: { name: NEEDED.existingSecret } }]);
      const names = env.map(({ name }: { name: string }) => name);
      assert.deepEqual(
        names.filter((name: string) => !(name in SETTINGS)),
        [],
      );
      assert.ok(names.includes('PUBLIC_URL') && names.includes('LOG_LEVEL'));
    }
  });

  it(
    'leads to the processes of the API alone, and asks each by a name that it answers to',
    skipOf(noHelm),
    () => {
      for (const [base, values] of [
        ['', {}],
        ['/here', { 'settings.BASE_PATH': '/here' }],
      ] as const) {
        const manifests = render(values);
        const { selector, ports } = find(manifests, 'Service', 'mine').spec;
        const leadsTo = manifests.filter(({ kind, spec }) => {
          const labels = spec?.template?.metadata.labels;
          return (
            kind !== 'Service' &&
            labels &&
            Object.entries(selector).every(([name, value]) => labels[name] === value)
          );
        });
        assert.deepEqual(
          leadsTo.map(({ metadata }) => metadata.name),
          ['mine-api'],
        );
        const [container] = leadsTo[0].spec.template.spec.containers;
        assert.equal(ports[0].targetPort, container.ports[0].name);
        assert.deepEqual(container.args, ['serve', '--role', 'api']);
        const { path, httpHeaders } = container.readinessProbe.httpGet;
        assert.deepEqual([path, httpHeaders[0].value], [`${base}/readyz`, '127.0.0.1:8080']);
      }
    },
  );

  it('migrates the database before a new version starts', skipOf(noHelm), () => {
    const { metadata, spec } = find(render({}), 'Job', 'mine-migrate');
    assert.equal(metadata.annotations['helm.sh/hook'], 'pre-install,pre-upgrade');
    assert.deepEqual(spec.template.spec.containers[0].args, ['migrate']);
  });

  it('leaves the number of workers to KEDA where that is asked for, and only there', skipOf(noHelm), () => {
    const plain = render({ 'worker.replicas': '3' });
    assert.equal(find(plain, 'Deployment', 'mine-worker').spec.replicas, 3);
    assert.equal(find(plain, 'ScaledObject', 'mine-worker'), undefined);
    const scaled = render({ 'keda.enabled': 'true' });
    assert.equal(find(scaled, 'Deployment', 'mine-worker').spec.replicas, undefined);
    const { scaleTargetRef, triggers } = find(scaled, 'ScaledObject', 'mine-worker').spec;
    assert.ok(find(scaled, 'Deployment', scaleTargetRef.name));
    assert.ok(find(scaled, 'TriggerAuthentication', triggers[0].authenticationRef.name));
  });

  it('counts the jobs that are due or run', skipOf(postgresSkipReason()), async () => {
    const template = readFileSync(`${CHART}/templates/keda.yaml`, 'utf8');
    const [, query = ''] = /query: "(.*)"/.exec(template) ?? [];
    const database = await freshPostgresDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const now = Date.now();
      for (const [id, dueAt, owner, failedAt] of [
        ['due', now - 1000, null, null],
        ['later', now + 3_600_000, null, null],
        ['running', now + 3_600_000, 'a process', null],
        ['failed', now - 1000, null, now],
      ])
        await client.query(
          `INSERT INTO jobs (id, kind, key, payload_json, due_at, owner, fence, attempts, lapses, again, failed_at, created_at)
           VALUES ($1, 'a', $1, '{}', $2, $3, 0, 0, 0, 0, $4, $2)`,
          [id, dueAt, owner, failedAt],
        );
      assert.equal(Number((await client.query(query)).rows[0].count), 2);
    } finally {
      await client.end();
      await database.drop();
    }
  });
});

function skipOf(reason: string | undefined): { skip?: string } {
  return reason === undefined ? {} : { skip: reason };
}

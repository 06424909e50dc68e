# acp-scope in a container.
#
#   docker build -t acp-scope .
#
# Recordings are in the volume /data, so keep it between runs. The folder or volume must be writable for
# the user 1000 (a named volume, as below, is; for a folder of yours add `--user "$(id -u):$(id -g)"`).
#
# Record an agent. The proxy starts the agent itself, so the agent must be in the image: derive one.
#
#   FROM acp-scope
#   USER root
#   RUN apt-get update && apt-get install -y --no-install-recommends YOUR-AGENT && rm -rf /var/lib/apt/lists/*
#   USER acp-scope
#
# An editor then starts this in place of the agent; `-i` hands stdin through, and there must be no `-t`:
# a terminal would change the bytes. The agent sees only what is mounted, under the path where it is mounted,
# and editors send their own paths: mount the project where it is outside.
#
#   docker run -i --rm -v acp-scope:/data -v "$PWD:$PWD" -w "$PWD" MY-IMAGE run -- YOUR-AGENT --acp
#
# Look at recordings. The page is served on 127.0.0.1 and nowhere else, which inside a container is the
# container's own: a published port (`-p`) does not reach it. On Linux let it use the network of the host:
#
#   docker run --rm --init --network host -v acp-scope:/data acp-scope ui
#
# Where there is no such network, or for a look at the files of an editor's proxy outside: run acp-scope
# itself on the host. Everything else works as it does elsewhere:
#
#   docker run --rm -v acp-scope:/data acp-scope list
#   docker run --rm -v acp-scope:/data acp-scope export last > last.acp.jsonl

# The page.
FROM node:20-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web/ ./
RUN npm run build

# The program. Of web/ only the built page is there, so the build takes it as it is and needs no Node.
FROM rust:1.95-slim-bookworm AS program
WORKDIR /build
COPY Cargo.toml Cargo.lock build.rs ./
COPY migrations/ migrations/
COPY schema/ schema/
COPY src/ src/
COPY --from=web /build/web/dist/ web/dist/
RUN cargo build --release --locked

FROM debian:bookworm-slim
# The folder is made before the volume is declared, so that a new volume belongs to the user.
RUN useradd --uid 1000 --create-home --shell /usr/sbin/nologin acp-scope \
    && install -d -o acp-scope -g acp-scope -m 0700 /data
COPY --from=program /build/target/release/acp-scope /usr/local/bin/acp-scope
ENV ACP_SCOPE_HOME=/data
VOLUME /data
USER acp-scope
WORKDIR /home/acp-scope
ENTRYPOINT ["acp-scope"]

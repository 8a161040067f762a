# syntax=docker/dockerfile:1
# Backseat in a container: one file, no shell, no root. How to run it: docs/self-hosting.md

FROM oven/bun:1.4 AS build
WORKDIR /backseat
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
# The release's tag, because git is not in here. Without it, the version ends in `+unknown`.
ARG BUILD_VERSION=
RUN bun run build && mkdir -p -m 700 volume/data

# The binary needs glibc and nothing else. `nonroot` is uid 65532.
FROM gcr.io/distroless/base-debian12:nonroot
LABEL org.opencontainers.image.title="Backseat" \
	org.opencontainers.image.description="The app for rating rides from friends and family."
COPY --from=build /backseat/dist/backseat /backseat
# A new volume inherits owner and mode from this folder: empty, and accessible to that user only.
COPY --from=build --chown=65532:65532 /backseat/volume/ /
ENV BACKSEAT_HOST=0.0.0.0 BACKSEAT_DATA_DIR=/data
# Numeric, so that `runAsNonRoot` and similar checks can verify that it is not root.
USER 65532:65532
VOLUME /data
EXPOSE 7433
# Each check starts a process: every 30 s for a thousand containers, checks would use an eighth of a core. The syntax
# line at the top makes Docker before 25 accept --start-interval, which it then ignores. Podman before 5.1 does not:
# remove the option there.
HEALTHCHECK --interval=5m --start-interval=2s --timeout=5s --start-period=30s CMD ["/backseat", "healthcheck"]
ENTRYPOINT ["/backseat"]
CMD ["serve"]

// The reference library on the same files: `java -cp config.jar PeerSpeed.java FOLDER` prints seconds for one pass after a
// warm-up, and how many characters were read. Includes are left out, so that no disk is in the figure.
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

public class PeerSpeed {
  static final int WARM_UP = 60;
  static final int ROUNDS = 31;
  static int kept = 0;

  public static void main(String[] args) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(Path.of(args[0]))) {
      for (Path path : (Iterable<Path>) paths.filter(p -> p.toString().endsWith(".hocon"))::iterator) {
        texts.add(Files.readString(path));
      }
    }
    for (int round = 0; round < WARM_UP; round++) pass(texts);
    double[] times = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long started = System.nanoTime();
      pass(texts);
      times[round] = (System.nanoTime() - started) / 1e9;
    }
    Arrays.sort(times);
    long size = texts.stream().mapToLong(String::length).sum();
    System.out.println(times[ROUNDS / 2] + " " + size + " " + kept);
  }

  static void pass(List<String> texts) {
    ConfigParseOptions parsing = ConfigParseOptions.defaults().setIncluder(new NoIncludes());
    ConfigResolveOptions resolving = ConfigResolveOptions.noSystem().setAllowUnresolved(true);
    for (String text : texts) {
      try {
        Config config = ConfigFactory.parseString(text, parsing).resolve(resolving);
        kept += config.root().size();
      } catch (ConfigException refused) {
        kept += 1;
      }
    }
  }

  static class NoIncludes implements ConfigIncluder {
    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      return ConfigFactory.empty().root();
    }
  }
}
